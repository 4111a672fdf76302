package dev.hyperterse.runtime.mcp.legacy;

import dev.hyperterse.catalog.server.ServerInfo;
import dev.hyperterse.runtime.live.definition.IconJson;
import dev.hyperterse.runtime.mcp.DeclaredCapabilities;
import dev.hyperterse.runtime.mcp.ShownExtensions;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.Rpc;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.legacy.session.ClientInfo;
import dev.hyperterse.runtime.mcp.legacy.session.PrincipalHash;
import dev.hyperterse.runtime.mcp.legacy.session.ProtocolVersion;
import dev.hyperterse.runtime.mcp.legacy.session.SessionRegistry;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ClientCapability;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ServerCapability;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code initialize}: negotiates a version, describes the server, and creates a session. */
final class Initialize {
    /** All that every server has, always: prompts and resources may be added during a session. */
    private static final McpSchema.ServerCapabilities CAPABILITIES = McpSchema.ServerCapabilities.builder()
            .tools(true)
            .prompts(true)
            .resources(true, true)
            .logging()
            .completions()
            .build();

    private final SessionRegistry sessions;

    Initialize(SessionRegistry sessions) {
        this.sessions = sessions;
    }

    Answer answer(Call call) {
        var params = call.params();
        var asked = params.text("protocolVersion");
        if (asked.isEmpty()) {
            return call.failed(RpcError.invalidParams("field 'protocolVersion' must be a string"));
        }
        var version = ProtocolVersion.find(asked.get()).orElse(ProtocolVersion.LATEST);
        var sessionId = sessions.begin(
                PrincipalHash.of(call.principal()),
                version,
                capabilities(params.object("capabilities")),
                EnumSet.allOf(ServerCapability.class),
                clientInfo(params.object("clientInfo")));
        var settings = call.live().settings();
        var result =
                McpSchema.InitializeResult.builder(version.spelling(), CAPABILITIES, implementation(settings.info()));
        settings.info().instructions().ifPresent(result::instructions);
        var json = JsonMapper.shared().<JsonNode>valueToTree(result.build());
        ShownExtensions.of(call.seen()).putInto((ObjectNode) json.get("capabilities"));
        IconJson.put((ObjectNode) json.get("serverInfo"), settings.info().icons());
        return new Answer.Small(Rpc.resultBytes(call.message(), json), Optional.of(sessionId));
    }

    private static McpSchema.Implementation implementation(ServerInfo info) {
        return new McpSchema.Implementation(
                info.name(),
                info.title().orElse(null),
                info.version(),
                info.description().orElse(null),
                null,
                info.websiteUrl().orElse(null));
    }

    private static Set<ClientCapability> capabilities(PostedObject offered) {
        var declared = DeclaredCapabilities.of(offered);
        var capabilities = EnumSet.noneOf(ClientCapability.class);
        for (var capability : ClientCapability.values()) {
            if (declared.contains(capability.name().toLowerCase(Locale.ROOT))) {
                capabilities.add(capability);
            }
        }
        return capabilities;
    }

    private static ClientInfo clientInfo(PostedObject info) {
        return new ClientInfo(info.text("name").orElse(""), info.text("version").orElse(""));
    }
}
