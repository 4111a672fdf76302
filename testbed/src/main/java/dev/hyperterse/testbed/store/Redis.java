package dev.hyperterse.testbed.store;

/** Gives tests a {@link RedisServer}: {@code @ExtendWith(Redis.class)}. */
public final class Redis extends RedisExtension {
    public Redis() {
        super(RedisServer::create);
    }
}
