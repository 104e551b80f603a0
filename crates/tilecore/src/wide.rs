//! The instructions that the processor has are asked for when the program runs, so that one build serves every machine.

/// Defines a method that runs `$inlined` with the widest instructions that the processor has.
///
/// `$wide` is the wrapper: a function is compiled for other instructions than the rest of the program only if it has
/// `target_feature` itself. It may then be called only on processors that have them, so it cannot be the function that
/// everybody calls; and what it calls is compiled for them only where it is inlined, so `$inlined` and the small functions
/// under it are `#[inline(always)]`.
macro_rules! compiled_twice {
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident(&mut self $(, $argument:ident: $type:ty)*) $(-> $answer:ty)? {
            $wide:ident or $inlined:ident
        }
    ) => {
        $(#[$attribute])*
        $visibility fn $name(&mut self $(, $argument: $type)*) $(-> $answer)? {
            #[cfg(target_arch = "x86_64")]
            if $crate::wide::has_wide_instructions() {
                // SAFETY: the processor has the instructions that `has_wide_instructions` asks for, which are those of the
                // wrapper.
                return unsafe { self.$wide($($argument),*) };
            }
            self.$inlined($($argument),*)
        }

        /// # Safety
        /// The processor must have these instructions.
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        unsafe fn $wide(&mut self $(, $argument: $type)*) $(-> $answer)? {
            self.$inlined($($argument),*)
        }
    };
}

pub(crate) use compiled_twice;

/// Checks whether the processor has the instructions that the wrappers of `compiled_twice` are compiled for.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_wide_instructions() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("popcnt")
}
