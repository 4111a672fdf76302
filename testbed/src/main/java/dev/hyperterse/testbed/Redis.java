package dev.hyperterse.testbed;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a {@link RedisServer}, one for the whole JVM and empty before each test class. Used as
 * {@code @ExtendWith(Redis.class)}; where Redis cannot run see {@link Requirement}. Classes that run beside others lock
 * {@link #SERVER}, because it is emptied for each.
 */
public final class Redis implements ParameterResolver {
    public static final String SERVER = "dev.hyperterse.testbed.Redis";

    private static final Namespace NAMESPACE = Namespace.create(Redis.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RedisServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // The root's store closes what it holds when the JVM's last test is over.
        var store = context.getRoot().getStore(NAMESPACE);
        var server = Requirement.fulfil(
                () -> store.computeIfAbsent("server", key -> RedisServer.create(), RedisServer.class));
        store.computeIfAbsent(context.getRequiredTestClass(), key -> server.command("FLUSHALL"), String.class);
        return server;
    }
}
