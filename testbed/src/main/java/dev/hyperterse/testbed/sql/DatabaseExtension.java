package dev.hyperterse.testbed.sql;

import dev.hyperterse.testbed.Requirement;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a server of SQL databases, one for the whole JVM, and a database of it, a new one for each test class. Where the
 * server cannot run see {@link Requirement}.
 */
abstract class DatabaseExtension<S extends SqlServer, D extends SqlDatabase> implements ParameterResolver {
    private final Class<S> serverType;
    private final Class<D> databaseType;
    private final Supplier<S> create;
    private final Function<S, D> createDatabase;

    DatabaseExtension(Class<S> serverType, Class<D> databaseType, Supplier<S> create, Function<S, D> createDatabase) {
        this.serverType = serverType;
        this.databaseType = databaseType;
        this.create = create;
        this.createDatabase = createDatabase;
    }

    @Override
    public final boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == serverType || type == databaseType;
    }

    @Override
    public final Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == serverType ? server(context) : database(context);
    }

    private S server(ExtensionContext context) {
        // The root's store closes what it holds when the JVM's last test is over.
        return Requirement.fulfil(() -> store(context).computeIfAbsent("server", _ -> create.get(), serverType));
    }

    private D database(ExtensionContext context) {
        var server = server(context);
        return store(context)
                .computeIfAbsent(context.getRequiredTestClass(), _ -> createDatabase.apply(server), databaseType);
    }

    private ExtensionContext.Store store(ExtensionContext context) {
        return context.getRoot().getStore(Namespace.create(getClass()));
    }
}
