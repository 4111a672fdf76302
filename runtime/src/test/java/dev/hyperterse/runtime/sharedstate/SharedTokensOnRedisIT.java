package dev.hyperterse.runtime.sharedstate;

import dev.hyperterse.testbed.store.Redis;
import dev.hyperterse.testbed.store.RedisServer;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Redis.class)
class SharedTokensOnRedisIT extends SharedTokensContract {
    SharedTokensOnRedisIT(RedisServer server) {
        super(server);
    }
}
