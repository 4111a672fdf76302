package dev.hyperterse.testbed;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a {@link RedisServer}, each class one of its own: what a class looks at, such as all keys or all clients,
 * another that runs beside it would change. Used as {@code @ExtendWith(Redis.class)}; where it cannot run see
 * {@link Requirement}.
 */
public final class Redis implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(Redis.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RedisServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // The root's store closes what it holds when the JVM's last test is over.
        return Requirement.fulfil(() -> context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(context.getRequiredTestClass(), key -> RedisServer.create(), RedisServer.class));
    }
}
