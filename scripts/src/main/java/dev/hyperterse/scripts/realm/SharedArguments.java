package dev.hyperterse.scripts.realm;

import dev.hyperterse.scripts.host.HostArguments;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.graalvm.polyglot.Value;

/** The arguments that a script in the shared engine passed to its host. */
final class SharedArguments implements HostArguments {
    private final Value[] values;

    SharedArguments(Value... values) {
        this.values = values;
    }

    @Override
    public boolean isNull(int index) {
        return values[index].isNull();
    }

    @Override
    public boolean isText(int index) {
        return values[index].isString();
    }

    @Override
    public String text(int index) {
        return values[index].asString();
    }

    @Override
    public int integer(int index) {
        return values[index].asInt();
    }

    @Override
    public long millis(int index) {
        return values[index].asLong();
    }

    @Override
    public double number(int index) {
        return values[index].asDouble();
    }

    @Override
    public boolean flag(int index) {
        return values[index].asBoolean();
    }

    @Override
    public long byteCount(int index) {
        return values[index].getBufferSize();
    }

    @Override
    public byte[] bytes(int index) {
        var bytes = new byte[Math.toIntExact(values[index].getBufferSize())];
        values[index].readBuffer(0, bytes, 0, bytes.length);
        return bytes;
    }

    @Override
    public void fill(int index, ByteBuffer from) {
        var bytes = from.order(ByteOrder.LITTLE_ENDIAN);
        var target = values[index];
        var at = 0;
        for (; bytes.remaining() >= Long.BYTES; at += Long.BYTES) {
            target.writeBufferLong(ByteOrder.LITTLE_ENDIAN, at, bytes.getLong());
        }
        for (; bytes.hasRemaining(); at++) {
            target.writeBufferByte(at, bytes.get());
        }
    }
}
