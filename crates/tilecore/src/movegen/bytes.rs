//! Numbers in the bytes of a file, least significant byte first.

/// Room for bytes, filled from the first on.
pub(crate) struct Room<'a>(&'a mut [u8]);

impl<'a> Room<'a> {
    pub(crate) fn new(bytes: &'a mut [u8]) -> Room<'a> {
        Room(bytes)
    }

    /// Puts bytes down; there must be room for them.
    #[inline]
    pub(crate) fn put(&mut self, bytes: &[u8]) {
        let (here, rest) = std::mem::take(&mut self.0).split_at_mut(bytes.len());
        here.copy_from_slice(bytes);
        self.0 = rest;
    }

    /// Puts numbers of 32 bits down.
    pub(crate) fn put_u32s(&mut self, numbers: impl IntoIterator<Item = u32>) {
        numbers.into_iter().for_each(|number| self.put(&number.to_le_bytes()));
    }

    /// Puts numbers of 64 bits down.
    pub(crate) fn put_u64s(&mut self, numbers: impl IntoIterator<Item = u64>) {
        numbers.into_iter().for_each(|number| self.put(&number.to_le_bytes()));
    }
}

/// Bytes to be read from the first on; each question gives nothing when too few are left.
pub(crate) struct Source<'a>(&'a [u8]);

impl<'a> Source<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Source<'a> {
        Source(bytes)
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }

    #[inline]
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    #[inline]
    pub(crate) fn u32(&mut self) -> Option<u32> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*first))
    }

    /// So many numbers.
    pub(crate) fn u32s(&mut self, count: usize) -> Option<Vec<u32>> {
        self.each(count, u32::from_le_bytes)
    }

    /// So many numbers.
    pub(crate) fn u64s(&mut self, count: usize) -> Option<Vec<u64>> {
        self.each(count, u64::from_le_bytes)
    }

    /// What `make` makes of each of the next `count` times `N` bytes.
    pub(crate) fn each<T, const N: usize>(
        &mut self,
        count: usize,
        make: impl Fn([u8; N]) -> T,
    ) -> Option<Vec<T>> {
        let bytes = self.take(count.checked_mul(N)?)?;
        let of_chunk = |chunk: &[u8]| make(std::array::from_fn(|at| chunk[at]));
        Some(bytes.chunks_exact(N).map(of_chunk).collect())
    }
}
