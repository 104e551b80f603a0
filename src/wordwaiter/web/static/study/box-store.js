/**
 * The card box on this device, in the browser's own database. It never leaves it, but as a file that somebody saves.
 *
 * @import {Card} from './schedule.js'
 */

const NAME = 'wordwaiter-study';
const CARDS = 'cards';

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(CARDS, { keyPath: ['list', 'key'] });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new Error('blocked'));
  });
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T> | void} work
 * @returns {Promise<T | undefined>} What was asked for, once all of it is done.
 */
async function done(mode, work) {
  const box = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = box.transaction(CARDS, mode);
      const asked = work(transaction.objectStore(CARDS));
      transaction.oncomplete = () => resolve(asked?.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    box.close();
  }
}

/** @returns {Promise<Card[]>} */
export async function allCards() {
  return (await done('readonly', (store) => /** @type {IDBRequest<Card[]>} */ (store.getAll()))) ?? [];
}

/** @param {Card[]} cards New ones, and those that have changed. */
export async function keepCards(cards) {
  await done('readwrite', (store) => {
    for (const card of cards) store.put(card);
  });
  // A browser that is short of space throws away what nobody asked it to keep.
  await navigator.storage?.persist?.();
}

/** Takes all cards out. */
export async function emptyBox() {
  await done('readwrite', (store) => {
    store.clear();
  });
}
