package dev.hyperterse.http.connection;

/** Follows a chunked body byte by byte. Extensions and trailers are refused: nothing here reads them, others might. */
final class ChunkReader {
    private static final int MOST_DIGITS = 8;

    private final long limit;
    private Expected expected = Expected.SIZE;
    private int digits;
    private long size;
    private long dataLeft;
    private long total;

    ChunkReader(long limit) {
        this.limit = limit;
    }

    private enum Expected {
        SIZE,
        LINE_FEED_OF_SIZE,
        DATA,
        CARRIAGE_RETURN_OF_DATA,
        LINE_FEED_OF_DATA,
        LAST_CARRIAGE_RETURN,
        LAST_LINE_FEED
    }

    /** How many of the next bytes are data; zero when the next one is to be given to {@link #ends}. */
    int data(int available) {
        if (expected != Expected.DATA) {
            return 0;
        }
        int data = (int) Math.min(dataLeft, available);
        dataLeft -= data;
        if (dataLeft == 0) {
            expected = Expected.CARRIAGE_RETURN_OF_DATA;
        }
        return data;
    }

    /** Takes a byte that is no data; whether it was the last of the body. */
    boolean ends(byte next) {
        switch (expected) {
            case SIZE -> size(next);
            case LINE_FEED_OF_SIZE -> {
                require(next, '\n');
                sized();
            }
            case DATA -> throw new IllegalStateException("data was left");
            case CARRIAGE_RETURN_OF_DATA -> {
                require(next, '\r');
                expected = Expected.LINE_FEED_OF_DATA;
            }
            case LINE_FEED_OF_DATA -> {
                require(next, '\n');
                expected = Expected.SIZE;
            }
            case LAST_CARRIAGE_RETURN -> {
                require(next, '\r');
                expected = Expected.LAST_LINE_FEED;
            }
            case LAST_LINE_FEED -> {
                require(next, '\n');
                return true;
            }
        }
        return false;
    }

    private void size(byte next) {
        if (next == '\r' && digits > 0) {
            expected = Expected.LINE_FEED_OF_SIZE;
            return;
        }
        int digit = Character.digit(next & 0xff, 16);
        if (digit < 0 || ++digits > MOST_DIGITS) {
            throw Unreadable.malformed("the size of a chunk must be a hexadecimal number");
        }
        size = 16 * size + digit;
    }

    private void sized() {
        if (size == 0) {
            expected = Expected.LAST_CARRIAGE_RETURN;
            return;
        }
        total += size;
        if (total > limit) {
            throw Unreadable.tooLarge();
        }
        expected = Expected.DATA;
        dataLeft = size;
        size = 0;
        digits = 0;
    }

    private static void require(byte next, char wanted) {
        if (next != wanted) {
            throw Unreadable.malformed("a chunk does not end where its size says, or has extensions or trailers");
        }
    }
}
