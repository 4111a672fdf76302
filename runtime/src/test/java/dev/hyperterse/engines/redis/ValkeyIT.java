package dev.hyperterse.engines.redis;

import dev.hyperterse.testbed.store.RedisServer;
import dev.hyperterse.testbed.store.Valkey;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Valkey.class)
class ValkeyIT extends RedisContract {
    ValkeyIT(RedisServer server) {
        super(server);
    }
}
