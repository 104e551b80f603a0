/** Prints the sheet: once when it was made, and whenever somebody presses the button. */

addEventListener('load', () => print());
document.getElementById('print')?.addEventListener('click', () => print());
