package dev.surehook.engine.store.sqlite;

/**
 * The keys of the newest events, in memory: what {@code surehook_inbox_key_tail} holds, by the first 128 bits of each key. A hit
 * is only a hint and is compared with the whole key. A hash table with open addressing over plain arrays, because half a
 * million objects would cost ten times the memory. Thread-safe.
 */
final class KeyTail {
    static final long NONE = 0;

    private static final int FIRST_CAPACITY = 1 << 12;

    private long[] high = new long[FIRST_CAPACITY];
    private long[] low = new long[FIRST_CAPACITY];
    private long[] ids = new long[FIRST_CAPACITY];
    private int size;

    synchronized long get(long keyHigh, long keyLow) {
        return ids[slot(keyHigh, keyLow)];
    }

    synchronized void put(long keyHigh, long keyLow, long id) {
        int slot = slot(keyHigh, keyLow);
        if (ids[slot] == NONE) {
            size++;
        }
        high[slot] = keyHigh;
        low[slot] = keyLow;
        ids[slot] = id;
        if (size > ids.length / 2) {
            rebuild(ids.length * 2, 0);
        }
    }

    /** Forgets the keys of events up to {@code id}. */
    synchronized void dropThrough(long id) {
        int kept = 0;
        for (long held : ids) {
            kept += held > id ? 1 : 0;
        }
        int capacity = FIRST_CAPACITY;
        while (capacity < kept * 2 + 2) {
            capacity *= 2;
        }
        rebuild(capacity, id);
    }

    synchronized int size() {
        return size;
    }

    private void rebuild(int capacity, long above) {
        long[] oldHigh = high;
        long[] oldLow = low;
        long[] oldIds = ids;
        high = new long[capacity];
        low = new long[capacity];
        ids = new long[capacity];
        size = 0;
        for (int i = 0; i < oldIds.length; i++) {
            if (oldIds[i] > above) {
                int slot = slot(oldHigh[i], oldLow[i]);
                high[slot] = oldHigh[i];
                low[slot] = oldLow[i];
                ids[slot] = oldIds[i];
                size++;
            }
        }
    }

    /** Where the key is or would go. Keys are hashes already, so their bits spread by themselves. */
    private int slot(long keyHigh, long keyLow) {
        int mask = ids.length - 1;
        int slot = (int) keyLow & mask;
        while (ids[slot] != NONE && (high[slot] != keyHigh || low[slot] != keyLow)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
