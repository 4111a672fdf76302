package dev.hyperterse.operator.observe;

import dev.hyperterse.compiler.resolve.SharedRoom;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The room of all namespaces for answers of pods, which anybody may have written who can create pods. */
final class AnswerRoom {
    /** Of each answer, whose text may have half of it; what a healthy replica says is smaller. */
    static final long FREE = 16 << 10;

    /** An entry of a map beside its characters. */
    private static final int BYTES_OF_AN_ENTRY = 100;

    private final SharedRoom room;

    /** @param size in bytes */
    AnswerRoom(long size) {
        this.room = new SharedRoom(size);
    }

    static AnswerRoom inHeap() {
        return new AnswerRoom(Runtime.getRuntime().maxMemory() / 6);
    }

    /** For one answer; to be closed when it is forgotten. */
    Share share(String namespace) {
        return new Share(namespace);
    }

    /** The bytes that one answer takes, first as text and then as an object. */
    final class Share implements AutoCloseable {
        private final String namespace;
        private long taken;
        private boolean closed;

        private Share(String namespace) {
            this.namespace = namespace;
        }

        /** Whether there is room for as many bytes. */
        boolean resize(long size) {
            synchronized (room) {
                var more = Math.max(0, size - FREE) - taken;
                if (closed || more > 0 && !room.take(namespace, more)) {
                    return false;
                }
                if (more < 0) {
                    room.release(namespace, -more);
                }
                taken += more;
                return true;
            }
        }

        boolean holds(ReplicaAnswer answer) {
            return resize(bytes(answer));
        }

        @Override
        public void close() {
            // At once: the body may still arrive, and nothing would release what it takes.
            synchronized (room) {
                resize(0);
                closed = true;
            }
        }

        BodySubscriber<byte[]> body() {
            return new Body(this);
        }
    }

    private static long bytes(ReplicaAnswer answer) {
        var refused = answer.refused().entrySet().stream()
                .mapToLong(it -> bytes(it.getKey().length() + it.getValue().length()));
        var unverified = answer.unverified().entrySet().stream()
                .mapToLong(it ->
                        bytes(it.getKey().length() + it.getValue().message().length()));
        var adapters = answer.adapters().stream()
                .mapToLong(it -> bytes(
                        it.name().length() + it.message().map(String::length).orElse(0)));
        return refused.sum() + unverified.sum() + adapters.sum();
    }

    private static long bytes(int characters) {
        return characters + BYTES_OF_AN_ENTRY;
    }

    /** The bytes of a body, as long as there is room for them. */
    private static final class Body implements BodySubscriber<byte[]> {
        private final Share share;
        private final BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
        private Flow.Subscription subscription;
        private long read;
        private boolean refused;

        private Body(Share share) {
            this.share = share;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            this.subscription = subscription;
            bytes.onSubscribe(subscription);
        }

        @Override
        public void onNext(List<ByteBuffer> next) {
            if (refused) {
                return;
            }
            read += next.stream().mapToInt(Buffer::remaining).sum();
            // In pieces and as a whole at the end.
            if (share.resize(2 * read)) {
                bytes.onNext(next);
            } else {
                refused = true;
                subscription.cancel();
                bytes.onError(new IOException("there is no room for the answer"));
            }
        }

        @Override
        public void onError(Throwable failure) {
            bytes.onError(failure);
        }

        @Override
        public void onComplete() {
            bytes.onComplete();
        }

        @Override
        public CompletionStage<byte[]> getBody() {
            return bytes.getBody();
        }
    }
}
