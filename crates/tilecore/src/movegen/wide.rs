//! Which instructions the processor has; asked when the program runs, so that one build serves every machine.
//!
//! What is worth it is compiled twice: a function that is inlined whole, and a caller of it with
//! `#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]`.

/// Whether the processor has the instructions that the wide versions are compiled for.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_wide_instructions() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("popcnt")
}
