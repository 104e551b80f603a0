//! Tests of the word graph through its public face.

mod building;
mod checksums;
mod fuzzing;
mod letters;
mod reading;
mod searching;
mod support;
