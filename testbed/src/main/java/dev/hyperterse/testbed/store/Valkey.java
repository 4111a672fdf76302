package dev.hyperterse.testbed.store;

/** Gives tests a {@link RedisServer} that is Valkey: {@code @ExtendWith(Valkey.class)}. */
public final class Valkey extends RedisExtension {
    public Valkey() {
        super(RedisServer::valkey);
    }
}
