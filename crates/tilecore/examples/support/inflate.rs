//! Unpacks what gzip and zlib packed (RFC 1951), plainly: the standard library cannot.

/// The content of a file by gzip (without a name or a comment is enough) or zlib. Panics where it is damaged.
pub fn inflate(packed: &[u8]) -> Vec<u8> {
    let is_gzip = packed.starts_with(&[0x1f, 0x8b]);
    let mut at = if is_gzip { 10 } else { 2 };
    if is_gzip && packed[3] & 8 != 0 {
        at += packed[at..].iter().position(|&byte| byte == 0).expect("the end of a name") + 1;
    }
    let mut bits = Bits { bytes: &packed[at..], at: 0 };
    let mut plain = Vec::new();
    loop {
        let is_last = bits.take(1) == 1;
        match bits.take(2) {
            0 => stored(&mut bits, &mut plain),
            1 => {
                let lengths: Vec<u8> = (0..288)
                    .map(|sign| match sign {
                        0..144 => 8,
                        144..256 => 9,
                        256..280 => 7,
                        _ => 8,
                    })
                    .collect();
                block(&mut bits, &mut plain, &Code::new(&lengths), &Code::new(&[5; 30]));
            }
            _ => {
                let (signs, distances) = codes(&mut bits);
                block(&mut bits, &mut plain, &signs, &distances);
            }
        }
        if is_last {
            return plain;
        }
    }
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, count: usize) -> usize {
        let mut value = 0;
        for place in 0..count {
            value |= usize::from(self.bytes[self.at / 8] >> (self.at % 8) & 1) << place;
            self.at += 1;
        }
        value
    }
}

/// A code of Huffman: how many signs have each length, and the signs in their order.
struct Code {
    counts: [usize; 16],
    signs: Vec<usize>,
}

impl Code {
    fn new(lengths: &[u8]) -> Code {
        let mut counts = [0; 16];
        lengths.iter().filter(|&&length| length > 0).for_each(|&length| counts[usize::from(length)] += 1);
        let mut signs: Vec<usize> = (0..lengths.len()).filter(|&sign| lengths[sign] > 0).collect();
        signs.sort_by_key(|&sign| lengths[sign]);
        Code { counts, signs }
    }

    fn read(&self, bits: &mut Bits<'_>) -> usize {
        let (mut code, mut first, mut before) = (0, 0, 0);
        for &count in &self.counts[1..] {
            code |= bits.take(1);
            if code < first + count {
                return self.signs[before + code - first];
            }
            before += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        panic!("a damaged file");
    }
}

fn stored(bits: &mut Bits<'_>, plain: &mut Vec<u8>) {
    bits.at = bits.at.div_ceil(8) * 8;
    let length = bits.take(16);
    bits.at += 16;
    let from = bits.at / 8;
    plain.extend_from_slice(&bits.bytes[from..from + length]);
    bits.at += 8 * length;
}

fn codes(bits: &mut Bits<'_>) -> (Code, Code) {
    const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
    let (signs, distances, count) = (bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4);
    let mut lengths = [0; 19];
    ORDER[..count].iter().for_each(|&at| lengths[at] = bits.take(3) as u8);
    let code = Code::new(&lengths);
    let mut all: Vec<u8> = Vec::new();
    while all.len() < signs + distances {
        let (length, times) = match code.read(bits) {
            16 => (all[all.len() - 1], 3 + bits.take(2)),
            17 => (0, 3 + bits.take(3)),
            18 => (0, 11 + bits.take(7)),
            length => (length as u8, 1),
        };
        all.extend(std::iter::repeat_n(length, times));
    }
    (Code::new(&all[..signs]), Code::new(&all[signs..signs + distances]))
}

fn block(bits: &mut Bits<'_>, plain: &mut Vec<u8>, signs: &Code, distances: &Code) {
    loop {
        let sign = signs.read(bits);
        match sign {
            0..256 => plain.push(sign as u8),
            256 => return,
            _ => {
                let length = length_of(bits, sign - 257);
                let sign = distances.read(bits);
                let distance = distance_of(bits, sign);
                for _ in 0..length {
                    plain.push(plain[plain.len() - distance]);
                }
            }
        }
    }
}

fn length_of(bits: &mut Bits<'_>, sign: usize) -> usize {
    match sign {
        0..8 => sign + 3,
        28 => 258,
        _ => {
            let more = sign / 4 - 1;
            ((4 + sign % 4) << more) + 3 + bits.take(more)
        }
    }
}

fn distance_of(bits: &mut Bits<'_>, sign: usize) -> usize {
    if sign < 4 {
        return sign + 1;
    }
    let more = sign / 2 - 1;
    ((2 + sign % 2) << more) + 1 + bits.take(more)
}
