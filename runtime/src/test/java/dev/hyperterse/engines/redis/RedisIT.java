package dev.hyperterse.engines.redis;

import dev.hyperterse.testbed.store.Redis;
import dev.hyperterse.testbed.store.RedisServer;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Redis.class)
class RedisIT extends RedisContract {
    RedisIT(RedisServer server) {
        super(server);
    }
}
