package dev.hyperterse.runtime.connector.redis;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.adapter.AdapterAddress;
import dev.hyperterse.runtime.adapter.AdapterSettings;
import dev.hyperterse.runtime.adapter.ConnectionTrust;
import dev.hyperterse.runtime.adapter.Connector;
import dev.hyperterse.runtime.adapter.OperationKind;
import dev.hyperterse.runtime.adapter.Permits;
import dev.hyperterse.runtime.connector.UnusableConnector;
import dev.hyperterse.runtime.connector.UsedValues;
import dev.hyperterse.runtime.connector.UserInfo;
import dev.hyperterse.runtime.tool.bind.BoundCommand;
import dev.hyperterse.runtime.tool.bind.CommandBinder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** An adapter of Redis or Valkey. */
public record RedisAdapter(Adapter adapter, Engine.Redis engine, ValueSet values)
        implements AdapterSettings<BoundCommand> {
    public static RedisAdapter of(Adapter adapter, Engine.Redis engine, ValueSet all) {
        var tls = engine.tls();
        var named = Stream.of(
                Optional.of(engine.url()),
                engine.username(),
                engine.password(),
                tls.ca(),
                tls.certificate(),
                tls.key());
        return new RedisAdapter(adapter, engine, UsedValues.of(all, named));
    }

    @Override
    public AdapterAddress address() {
        var location = values.find(engine.url()).map(UserInfo::without);
        return new AdapterAddress("redis", location, Optional.empty(), Map.of());
    }

    @Override
    public ConnectionTrust trust() {
        var role = find(engine.username()).or(() -> inUrl().user());
        return new ConnectionTrust(role, engine.tls().mode(), find(engine.tls().ca()));
    }

    @Override
    public List<Optional<String>> credentials() {
        return List.of(
                find(engine.password()).or(() -> inUrl().password()),
                find(engine.tls().certificate()),
                find(engine.tls().key()));
    }

    @Override
    public OperationKind<BoundCommand> operations() {
        return CommandBinder.COMMANDS;
    }

    @Override
    public Connector<BoundCommand> open(Permits permits) {
        return UnusableConnector.unless(
                adapter.name(), () -> new RedisConnector(adapter, RedisSettings.of(engine, values), permits));
    }

    private UserInfo inUrl() {
        return UserInfo.of(values.find(engine.url()).orElse(""));
    }

    private Optional<String> find(Optional<ValueKey> key) {
        return key.flatMap(values::find);
    }
}
