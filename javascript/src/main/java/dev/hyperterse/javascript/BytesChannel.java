package dev.hyperterse.javascript;

import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** Reads bytes from an array. */
final class BytesChannel implements SeekableByteChannel {
    private final byte[] bytes;
    private int position;

    BytesChannel(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read(ByteBuffer target) {
        if (position >= bytes.length) {
            return -1;
        }
        var count = Math.min(target.remaining(), bytes.length - position);
        target.put(bytes, position, count);
        position += count;
        return count;
    }

    @Override
    public int write(ByteBuffer source) {
        throw new NonWritableChannelException();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public SeekableByteChannel position(long newPosition) {
        position = (int) Math.min(newPosition, bytes.length);
        return this;
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public SeekableByteChannel truncate(long size) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {
        // Nothing to release.
    }
}
