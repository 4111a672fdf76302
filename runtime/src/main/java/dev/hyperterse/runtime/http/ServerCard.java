package dev.hyperterse.runtime.http;

import dev.hyperterse.catalog.server.CardText;
import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.runtime.http.request.CalledUrl;
import dev.hyperterse.runtime.live.definition.IconJson;
import dev.hyperterse.runtime.mcp.ServedVersions;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** The card of a server, by which clients know it before they connect (SEP-2127). */
final class ServerCard {
    /** Behind the URL of an endpoint. A toolset of that name is served in its place. */
    static final String PATH = "/server-card";

    static final Header TYPE = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "application/mcp-server-card+json");

    private static final String SCHEMA = "https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json";

    private ServerCard() {}

    /** @param path that ends with {@link #PATH} */
    static Optional<byte[]> at(String path, ServerSettings settings, ServedVersions served) {
        var isEndpoint = CalledUrl.of(path, settings) instanceof CalledUrl.Endpoint;
        var described = CalledUrl.of(path.substring(0, path.length() - PATH.length()), settings);
        return !isEndpoint && described instanceof CalledUrl.Endpoint endpoint
                ? settings.http().card().map(card -> written(card, endpoint, settings, served))
                : Optional.empty();
    }

    private static byte[] written(
            Http.Card card, CalledUrl.Endpoint endpoint, ServerSettings settings, ServedVersions served) {
        var info = settings.info();
        var json = JsonMapper.shared().createObjectNode().put("$schema", SCHEMA);
        json.put(
                "name", card.name() + endpoint.toolset().map(name -> "." + name).orElse(""));
        json.put("version", info.version());
        var title = CardText.of(info.title());
        json.put(
                "description",
                CardText.of(info.description()).or(() -> title).orElseGet(() -> CardText.cut(info.name())));
        title.ifPresent(text -> json.put("title", text));
        info.websiteUrl().ifPresent(page -> json.put("websiteUrl", page));
        IconJson.put(json, info.icons());
        var remote = json.putArray("remotes").addObject();
        remote.put("type", "streamable-http").put("url", card.url() + endpoint.behind());
        served.newestFirst().forEach(remote.putArray("supportedProtocolVersions")::add);
        return JsonMapper.shared().writeValueAsBytes(json);
    }
}
