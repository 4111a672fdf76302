package dev.hyperterse.engines.redis;

import dev.hyperterse.calls.adapter.AdapterAddress;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.binding.BoundCommand;
import dev.hyperterse.calls.binding.CommandBinder;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.RemoteAdapter;
import dev.hyperterse.engines.RemoteSettings;
import dev.hyperterse.engines.UnusableConnector;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * An adapter of Redis or Valkey.
 *
 * @param secrets the folder that a password file may be in
 */
public record RedisAdapter(Adapter adapter, Engine.Redis engine, ValueSet values, Path secrets)
        implements RemoteAdapter<BoundCommand> {
    public static RedisAdapter of(Adapter adapter, Engine.Redis engine, ValueSet all, Path secrets) {
        return new RedisAdapter(adapter, engine, RemoteSettings.used(engine, all), secrets);
    }

    @Override
    public AdapterAddress address() {
        var location = remote().location();
        return new AdapterAddress("redis", location, Optional.empty(), Map.of());
    }

    @Override
    public OperationKind<BoundCommand> operations() {
        return CommandBinder.COMMANDS;
    }

    @Override
    public String system() {
        return "redis";
    }

    @Override
    public Connector<BoundCommand> open(Permits permits) {
        return UnusableConnector.unless(
                adapter.name(), () -> new RedisConnector(adapter, RedisSettings.of(engine, values, secrets), permits));
    }
}
