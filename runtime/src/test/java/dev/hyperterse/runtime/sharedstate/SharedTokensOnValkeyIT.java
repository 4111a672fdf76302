package dev.hyperterse.runtime.sharedstate;

import dev.hyperterse.testbed.store.RedisServer;
import dev.hyperterse.testbed.store.Valkey;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Valkey.class)
class SharedTokensOnValkeyIT extends SharedTokensContract {
    SharedTokensOnValkeyIT(RedisServer server) {
        super(server);
    }
}
