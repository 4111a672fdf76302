package dev.hyperterse.testbed.store;

import dev.hyperterse.testbed.Requirement;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a {@link RedisServer}, each class one of its own: what a class looks at, such as all keys or all clients,
 * another that runs beside it would change. Where it cannot run see {@link Requirement}.
 */
abstract class RedisExtension implements ParameterResolver {
    private final Supplier<RedisServer> create;

    RedisExtension(Supplier<RedisServer> create) {
        this.create = create;
    }

    @Override
    public final boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RedisServer.class;
    }

    @Override
    public final Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // The root's store closes what it holds when the JVM's last test is over.
        return Requirement.fulfil(() -> context.getRoot()
                .getStore(Namespace.create(getClass()))
                .computeIfAbsent(context.getRequiredTestClass(), _ -> create.get(), RedisServer.class));
    }
}
