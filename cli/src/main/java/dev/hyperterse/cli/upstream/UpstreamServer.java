package dev.hyperterse.cli.upstream;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.mcp.ListedDefinitions;
import dev.hyperterse.engines.mcp.McpAdapter;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Another MCP server at a URL, asked as a replica asks it. */
public record UpstreamServer(URI url, Map<String, String> headers) {
    private static final String NAME = "import";
    private static final long TIMEOUT_MILLIS = 60_000;
    private static final Adapter.Pool POOL = new Adapter.Pool(1, 0, 5_000, 600_000, 1_800_000);

    /**
     * Its definitions, page after page; a kind that it does not have is missing.
     *
     * @param kinds those to list
     * @throws CallFailure when they cannot be listed
     */
    public Map<UpstreamDefinition, List<JsonNode>> definitions(Set<UpstreamDefinition> kinds) {
        return VirtualTask.within(
                Duration.ofMillis(TIMEOUT_MILLIS), scope -> ListedDefinitions.of(adapter(), kinds, scope));
    }

    private McpAdapter adapter() {
        var address = ValueKey.adapter(NAME, "url");
        var values = new HashMap<ValueKey, String>();
        values.put(address, url.toString());
        var keys = new TreeMap<String, ValueKey>();
        headers.forEach((name, value) -> {
            var header = name.toLowerCase(Locale.ROOT);
            var key = ValueKey.adapter(NAME, "header-" + header);
            keys.put(header, key);
            values.put(key, value);
        });
        var mode = "https".equalsIgnoreCase(url.getScheme()) ? TlsMode.VerifyFull : TlsMode.Disable;
        var engine = new Engine.Mcp(
                address,
                Optional.empty(),
                Optional.empty(),
                new Engine.Tls(mode, Optional.empty(), Optional.empty(), Optional.empty()),
                Addresses.Private,
                keys,
                Optional.empty(),
                false);
        var adapter = new Adapter(NAME, Adapter.Access.ReadOnly, POOL, TIMEOUT_MILLIS, 1, engine);
        return McpAdapter.of(adapter, engine, new ValueSet(NAME, values));
    }
}
