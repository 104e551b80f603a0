//! What the tests and the fuzzer share.
#![allow(dead_code, reason = "each of them uses a part")]

pub mod fuzz;
pub mod plain;
