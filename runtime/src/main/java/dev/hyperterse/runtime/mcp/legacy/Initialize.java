package dev.hyperterse.runtime.mcp.legacy;

import dev.hyperterse.catalog.server.ServerInfo;
import dev.hyperterse.runtime.mcp.Answer;
import dev.hyperterse.runtime.mcp.Call;
import dev.hyperterse.runtime.mcp.PostedObject;
import dev.hyperterse.runtime.mcp.Rpc;
import dev.hyperterse.runtime.mcp.RpcError;
import dev.hyperterse.runtime.mcp.legacy.session.ClientInfo;
import dev.hyperterse.runtime.mcp.legacy.session.PrincipalHash;
import dev.hyperterse.runtime.mcp.legacy.session.ProtocolVersion;
import dev.hyperterse.runtime.mcp.legacy.session.SessionRegistry;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ClientCapability;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ServerCapability;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code initialize}: agrees on a version, introduces the server, and gives the client a session to come back with. */
final class Initialize {
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
        var introduction = introduction(version, call.live().settings().info());
        return new Answer.Small(Rpc.resultBytes(call.message(), introduction), Optional.of(sessionId));
    }

    private static ObjectNode introduction(ProtocolVersion version, ServerInfo info) {
        var json = JsonMapper.shared().createObjectNode().put("protocolVersion", version.spelling());
        capabilities(json.putObject("capabilities"));
        var server = json.putObject("serverInfo").put("name", info.name()).put("version", info.version());
        info.title().ifPresent(title -> server.put("title", title));
        info.websiteUrl().ifPresent(url -> server.put("websiteUrl", url));
        info.instructions().ifPresent(instructions -> json.put("instructions", instructions));
        return json;
    }

    /** Everything, always: prompts and resources may come while a session lasts. */
    private static void capabilities(ObjectNode json) {
        json.putObject("completions");
        json.putObject("logging");
        json.putObject("prompts").put("listChanged", true);
        json.putObject("resources").put("subscribe", true).put("listChanged", true);
        json.putObject("tools").put("listChanged", true);
    }

    private static Set<ClientCapability> capabilities(PostedObject offered) {
        var capabilities = EnumSet.noneOf(ClientCapability.class);
        for (var capability : ClientCapability.values()) {
            if (offered.has(capability.name().toLowerCase(Locale.ROOT))) {
                capabilities.add(capability);
            }
        }
        return capabilities;
    }

    private static ClientInfo clientInfo(PostedObject info) {
        return new ClientInfo(info.text("name").orElse(""), info.text("version").orElse(""));
    }
}
