//! The fast core of Wordwaiter: word graphs and what is computed from them.
