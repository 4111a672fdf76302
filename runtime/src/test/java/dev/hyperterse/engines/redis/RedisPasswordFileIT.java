package dev.hyperterse.engines.redis;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.engines.PasswordFileContract;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.store.Redis;
import dev.hyperterse.testbed.store.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Redis.class)
class RedisPasswordFileIT extends PasswordFileContract {
    private static final String USER = "renewed";

    private final RedisServer server;

    RedisPasswordFileIT(RedisServer server) {
        this.server = server;
    }

    @Override
    protected Adapter adapter() {
        return adapter(new Engine.Redis(
                RedisCalls.key("url"),
                Optional.of(RedisCalls.key("username")),
                Optional.empty(),
                file(),
                RedisCalls.tls(Engine.TlsMode.Disable)));
    }

    @Override
    protected Map<ValueKey, String> values() {
        return Map.of(RedisCalls.key("url"), server.url(), RedisCalls.key("username"), USER);
    }

    @Override
    protected void changePassword(String password) {
        server.command("ACL", "SETUSER", USER, "on", "+@all", "~*", "resetpass", ">" + password);
    }

    @Override
    protected void endConnections() {
        server.command("CLIENT", "KILL", "USER", USER);
    }

    @Override
    protected String read(TestCalls calls) {
        return calls.run(calls.tool(List.of(), RedisCalls.action("GET none")), "{}");
    }
}
