package dev.hyperterse.scripts.realm;

import dev.hyperterse.javascript.isolated.IsolateArguments;
import dev.hyperterse.scripts.host.HostArguments;
import java.nio.ByteBuffer;

/** The arguments that an isolated script passed to its host. */
public record IsolatedArguments(IsolateArguments given) implements HostArguments {
    @Override
    public boolean memoryWasNearlyFull() {
        return given.memoryWasNearlyFull();
    }

    @Override
    public boolean isNull(int index) {
        return given.isNull(index);
    }

    @Override
    public boolean isText(int index) {
        return given.isText(index);
    }

    @Override
    public String text(int index) {
        return given.text(index);
    }

    @Override
    public int integer(int index) {
        return (int) given.number(index);
    }

    @Override
    public long millis(int index) {
        return (long) given.number(index);
    }

    @Override
    public double number(int index) {
        return given.number(index);
    }

    @Override
    public boolean flag(int index) {
        return given.flag(index);
    }

    @Override
    public long byteCount(int index) {
        return given.byteCount(index);
    }

    @Override
    public byte[] bytes(int index) {
        return given.bytes(index);
    }

    @Override
    public void fill(int index, ByteBuffer bytes) {
        var copy = new byte[bytes.remaining()];
        bytes.get(copy);
        given.fill(index, copy, copy.length);
    }
}
