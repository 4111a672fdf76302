package dev.hyperterse.rule;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Messages as bytes in which maps have an order: digests of catalogs decide what is published. */
final class DeterministicBytes {
    private DeterministicBytes() {}

    static byte[] of(Message message) {
        var bytes = new byte[message.getSerializedSize()];
        var out = CodedOutputStream.newInstance(bytes);
        out.useDeterministicSerialization();
        try {
            message.writeTo(out);
            out.checkNoSpaceLeft();
        } catch (IOException never) {
            throw new UncheckedIOException(never);
        }
        return bytes;
    }
}
