/**
 * The big screen by itself: panels take turns, long lists page by page, and what the director chooses comes at once.
 *
 * Without this script all panels stand below each other.
 */
import { serverTime } from '../board/server-time.js';
import { refresh } from '../live/live.js';
import { celebrate } from './confetti.js';

const PAGE_MS = 14_000;
/** The server tells what changes by itself a moment after it has changed. */
const LATER_MS = 500;
/** Timers of browsers take no longer time. */
const LONGEST_MS = 3_600_000;

/** How much larger or smaller than usual a panel's text may be, the largest first. */
const FITS = [2.4, 2.1, 1.8, 1.65, 1.5, 1.4, 1.3, 1.2, 1.1, 1, 0.9];
/** A slide without pages goes on from there, rather than being cut off. */
const SMALLER = [0.8, 0.7, 0.6, 0.5, 0.4];

/** What is shown: the panel, and the page of its list. */
let panel = 0;
let leaf = 0;
let chosen = '';
/** How many slides were skipped, as far as this screen knows. @type {number | undefined} */
let skips;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let change;
/** @type {ReturnType<typeof setInterval> | undefined} */
let turning;

function show() {
  const main = document.getElementById('main');
  if (!main) return;
  const panels = [...main.querySelectorAll('[data-panel]')];
  const screens = main.dataset['screens'] ?? '';
  if (screens !== chosen) {
    chosen = screens;
    panel = leaf = 0;
  }
  panel %= Math.max(panels.length, 1);
  main.toggleAttribute('data-turning', true);
  panels.forEach((each, index) => each.toggleAttribute('data-shown', index === panel));
  const shown = panels[panel];
  if (!(shown instanceof HTMLElement)) return;
  fit(shown);
  const pages = pagesOf(shown);
  leaf = Math.min(leaf, pages - 1);
  const run = runOf(shown);
  if (run) run.style.translate = `${-leaf * pageWidth(run)}px`;
  const told = document.getElementById('pages');
  if (told) told.textContent = pages > 1 ? `${leaf + 1} / ${pages}` : '';
}

/** On to the next page of a list, and after its last to the next panel. */
function turn() {
  const shown = document.querySelector('[data-panel][data-shown]');
  if (shown instanceof HTMLElement && leaf + 1 < pagesOf(shown)) leaf += 1;
  else {
    panel += 1;
    leaf = 0;
  }
  show();
}

/**
 * @param {HTMLElement} shown
 * @returns {HTMLElement | null} The columns of its list, as many as it takes.
 */
function runOf(shown) {
  const run = shown.querySelector('.run');
  return run instanceof HTMLElement ? run : null;
}

/** @param {HTMLElement} run */
function gapOf(run) {
  return Number.parseFloat(getComputedStyle(run).columnGap) || 0;
}

/** @param {HTMLElement} run From the first column of a page to the first of the next; rounded, later pages would drift. */
function pageWidth(run) {
  return run.getBoundingClientRect().width + gapOf(run);
}

/** @param {HTMLElement} shown */
function pagesOf(shown) {
  const run = runOf(shown);
  // Less than a pixel is no further column.
  return run ? Math.max(1, Math.ceil((run.scrollWidth + gapOf(run) - 1) / pageWidth(run))) : 1;
}

/**
 * As large as fits on one page. A list that fits at no size has pages; it is not made smaller than can be read.
 * @param {HTMLElement} shown
 */
function fit(shown) {
  const inside = runOf(shown) ?? shown;
  for (const size of runOf(shown) ? FITS : [...FITS, ...SMALLER]) {
    shown.style.setProperty('--fit', String(size));
    if (inside.scrollHeight <= inside.clientHeight && inside.scrollWidth <= inside.clientWidth) return;
  }
}

/** The server shows something else now: it may be that somebody has skipped a slide. */
function follow() {
  const main = document.getElementById('main');
  const now = Number(main?.dataset['skips']);
  const isSkipped = skips !== undefined && now > skips;
  skips = now;
  show(); // what came new shows nothing yet, and it could not be told which page comes after it
  if (isSkipped) {
    turn();
    begin();
  }
  celebrate(main?.querySelector('[data-award]') ?? null);
  clearTimeout(change);
  const changes = Number(main?.dataset['changes']);
  const wait = changes - (serverTime.now() ?? Number(document.body.dataset['now']));
  if (changes && wait < LONGEST_MS) change = setTimeout(() => void refresh(), Math.max(0, wait) + LATER_MS);
}

/** Slides take turns from now on, unless somebody has paused them. */
function begin() {
  clearInterval(turning);
  turning = setInterval(() => document.querySelector('main[data-paused]') || turn(), PAGE_MS);
}

follow();
begin();
addEventListener('resize', show);
document.addEventListener('live:changed', follow);
