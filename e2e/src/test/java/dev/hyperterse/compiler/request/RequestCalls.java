package dev.hyperterse.compiler.request;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.EngineConnectors;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.testbed.RecordingApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/** Calls through the replica's own code, to an API that answers each request with an empty object. */
final class RequestCalls implements AutoCloseable {
    static final String ADAPTER = "api";

    private static final long LARGEST = 1024 * 1024;
    private static final Principal CALLER = new Principal(
            Optional.of("sso"),
            Optional.of("alice"),
            Set.of(),
            Set.of(),
            Map.of("files", JsonMapper.shared().readTree("[\"YQ==\", \"Yg==\"]")));

    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final BufferBudget budget = new BufferBudget(16 * LARGEST);
    private final Adapters adapters =
            new Adapters(new EngineConnectors(Path.of("."), Path.of(".")), Handover.standard());
    private final RecordingApi api = opened();
    private final LinkSettings settings;

    /** @param path of the adapter's URL */
    RequestCalls(String path) {
        var key = ValueKey.adapter(ADAPTER, "url");
        var engine = new Engine.Http(
                key,
                Optional.empty(),
                Optional.empty(),
                new Engine.Tls(TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty()),
                Addresses.Public,
                Map.of(),
                Optional.empty());
        var adapter = new Adapter(
                ADAPTER,
                Adapter.Access.ReadWrite,
                new Adapter.Pool(1, 0, 60_000, 600_000, 1_800_000),
                10_000,
                10,
                engine);
        var values = new ValueSet("test", Map.of(key, api.url() + path, ValueKey.environment("REGION"), "eu"));
        var limits = new Limits(LARGEST, LARGEST, 16 * LARGEST, 5_000, 256, 100);
        try (var plan = adapters.plan(List.of(adapter), values, limits)) {
            plan.apply();
            this.settings = new LinkSettings(plan.adapters(), values);
        }
    }

    private static RecordingApi opened() {
        try {
            return RecordingApi.start(RecordingApi.json("{}"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    RecordingApi api() {
        return api;
    }

    LinkedTool link(Action action, List<Input> inputs) {
        return new ActionLinker(ScriptLinker.none()).link(inputs, action, Optional.empty(), settings);
    }

    /** The rows, or {@code stage: message}. */
    String run(LinkedTool tool, Map<String, ?> arguments) {
        var bytes = JsonMapper.shared().writeValueAsString(arguments).getBytes(StandardCharsets.UTF_8);
        try (var scope = CallScope.open(deadlines, 20_000);
                var out = budget.open(LARGEST);
                var call = new ToolCall(
                        new CallContext(CALLER, Client.NONE, scope),
                        new JsonSpan(bytes, 0, bytes.length),
                        new ResultWriter(out))) {
            tool.call(call);
            return new String(out.toByteArray(), StandardCharsets.UTF_8);
        } catch (CallFailure failure) {
            return failure.stage().spelling() + ": " + failure.getMessage();
        }
    }

    @Override
    public void close() {
        adapters.close();
        deadlines.close();
        api.close();
    }
}
