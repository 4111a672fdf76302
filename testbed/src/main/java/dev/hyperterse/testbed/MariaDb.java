package dev.hyperterse.testbed;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a {@link MariaDbServer}, one for the whole JVM, and a {@link MariaDbDatabase}, a new one for each test
 * class. Used as {@code @ExtendWith(MariaDb.class)}; where MariaDB cannot run see {@link Requirement}.
 */
public final class MariaDb implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(MariaDb.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == MariaDbServer.class || type == MariaDbDatabase.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == MariaDbServer.class ? server(context) : database(context);
    }

    private static MariaDbServer server(ExtensionContext context) {
        // The root's store closes what it holds when the JVM's last test is over.
        return Requirement.fulfil(() -> context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent("server", key -> MariaDbServer.create(), MariaDbServer.class));
    }

    private static MariaDbDatabase database(ExtensionContext context) {
        var server = server(context);
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(context.getRequiredTestClass(), key -> server.createDatabase(), MariaDbDatabase.class);
    }
}
