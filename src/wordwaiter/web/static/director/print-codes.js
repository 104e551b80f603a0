/** Prints the codes of the page of papers, to be hung up: its style leaves all else out. */

document.getElementById('print-codes')?.addEventListener('click', () => print());
