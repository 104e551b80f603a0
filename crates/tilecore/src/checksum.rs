//! A fast check value, against accidents and not against malice.

const LANES: usize = 4;
const FACTORS: [u64; LANES] =
    [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xc2b2_ae3d_27d4_eb4f, 0xa076_1d64_78bd_642f];

/// A 64-bit check value of `content`.
///
/// Every step can be undone when the other blocks are known, so a change in one block of eight bytes always
/// changes the value. The length takes part, so zeros at the end count.
pub fn checksum(content: &[u8]) -> u64 {
    let mut lanes = FACTORS;
    let mut stripes = content.chunks_exact(8 * LANES);
    for stripe in &mut stripes {
        take(&mut lanes, stripe);
    }
    let rest = stripes.remainder();
    let mut last = [0; 8 * LANES];
    last[..rest.len()].copy_from_slice(rest);
    take(&mut lanes, &last);
    let whole = lanes.iter().fold(content.len() as u64, |sum, lane| mix(sum ^ lane, FACTORS[0]));
    mix(whole ^ whole >> 32, FACTORS[1])
}

#[inline]
fn take(lanes: &mut [u64; LANES], stripe: &[u8]) {
    for ((lane, block), factor) in lanes.iter_mut().zip(stripe.chunks_exact(8)).zip(FACTORS) {
        let block = block.try_into().expect("a block has eight bytes");
        *lane = mix(*lane ^ u64::from_le_bytes(block), factor);
    }
}

#[inline]
fn mix(value: u64, factor: u64) -> u64 {
    value.wrapping_mul(factor).rotate_left(29)
}
