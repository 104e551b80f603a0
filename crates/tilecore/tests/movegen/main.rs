//! Tests of the move generator through its public face.

mod agreement;
mod fuzzing;
mod keeping;
mod support;
