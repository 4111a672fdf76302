package dev.hyperterse.javascript.isolated;

/** The arguments that a script passed to a function of the host; valid during that call. */
public final class IsolateArguments {
    private final Isolate isolate;
    private final int count;
    private final int pointers;

    IsolateArguments(Isolate isolate, int count, int pointers) {
        this.isolate = isolate;
        this.count = count;
        this.pointers = pointers;
    }

    /** Whether the memory of the script has been nearly exhausted. */
    public boolean memoryWasNearlyFull() {
        return isolate.wasNearlyFull();
    }

    private long value(int index) {
        if (index >= count) {
            return QuickJsValues.UNDEFINED;
        }
        return isolate.readLong(isolate.readInt(pointers + Integer.BYTES * index));
    }

    public boolean isNull(int index) {
        var value = value(index);
        return value == QuickJsValues.NULL || value == QuickJsValues.UNDEFINED;
    }

    public boolean isText(int index) {
        return QuickJsValues.isText(value(index));
    }

    public String text(int index) {
        return isolate.text(value(index));
    }

    public double number(int index) {
        return isolate.number(value(index));
    }

    public boolean flag(int index) {
        return value(index) == QuickJsValues.TRUE;
    }

    /** The length of an ArrayBuffer. */
    public int byteCount(int index) {
        return isolate.bytes(value(index)).length();
    }

    /** The bytes of an ArrayBuffer. */
    public byte[] bytes(int index) {
        var bytes = isolate.bytes(value(index));
        return isolate.read(bytes.address(), bytes.length());
    }

    /** Fills an ArrayBuffer of at least that length. */
    public void fill(int index, byte[] from, int length) {
        var bytes = isolate.bytes(value(index));
        if (bytes.length() < length) {
            throw new IllegalArgumentException("an ArrayBuffer of %d bytes".formatted(bytes.length()));
        }
        isolate.write(bytes.address(), from, length);
    }
}
