package dev.hyperterse.runtime.rate;

import dev.hyperterse.testbed.Redis;
import dev.hyperterse.testbed.RedisServer;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

@ExtendWith(Redis.class)
@ResourceLock(Redis.SERVER)
class SharedTokensOnRedisIT extends SharedTokensContract {
    SharedTokensOnRedisIT(RedisServer server) {
        super(server);
    }
}
