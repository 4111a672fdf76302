package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.server.ServerInfo;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.definition.IconJson;
import dev.hyperterse.runtime.mcp.DeclaredCapabilities;
import dev.hyperterse.runtime.mcp.ServedVersions;
import dev.hyperterse.runtime.mcp.ShownExtensions;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.result.ResultFrame;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The members that every result of a server has in addition to those of its method, and the result of discovery;
 * encoded once per catalog and URL.
 */
final class ServerFrames {
    /**
     * How long a client without a subscription may cache a list: changes are visible within a minute, but lists are not
     * read with each turn of a model.
     */
    private static final long TTL_MILLIS = 60_000;

    private static final String COMPLETE = "\"resultType\":\"complete\",";
    private static final String ACKNOWLEDGED = "\"resultType\":\"complete\"";
    private static final String TASK = "\"resultType\":\"task\",";
    private static final String INPUT_REQUIRED = "\"resultType\":\"input_required\",";

    private final ServedVersions served;
    /** By the toolset whose URL they are of; that of the server has no name. */
    private final Map<String, Made> made = new ConcurrentHashMap<>();

    ServerFrames(ServedVersions served) {
        this.served = served;
    }

    /** @param live weak: a URL without calls must not keep a former catalog in memory */
    private record Made(
            WeakReference<LiveCatalog> live,
            ResultFrame frame,
            ResultFrame inputRequired,
            ResultFrame task,
            ResultFrame acknowledged,
            Map<ShownExtensions, byte[]> discoveries) {}

    /** @param live the catalog at the URL that the caller calls at */
    ResultFrame of(LiveCatalog live, Principal caller) {
        return made(live, caller).frame();
    }

    /** The frame of a result that requests input from the client. */
    ResultFrame inputRequired(Call call) {
        return made(call).inputRequired();
    }

    /** The frame of a result that hands out a task. */
    ResultFrame task(Call call) {
        return made(call).task();
    }

    /** The frame of a result without members. */
    ResultFrame acknowledged(Call call) {
        return made(call).acknowledged();
    }

    /** The members of the result of {@code server/discover}, for what the caller sees. */
    byte[] discovery(Call call) {
        return made(call).discoveries().get(ShownExtensions.of(call.seen()));
    }

    private Made made(Call call) {
        return made(call.live(), call.principal());
    }

    private Made made(LiveCatalog live, Principal caller) {
        var url = caller.toolset().orElse("");
        var known = made.get(url);
        if (known != null && known.live().refersTo(live)) {
            return known;
        }
        var next = make(live);
        // Frames of a removed toolset lose their catalog, and are not asked for again.
        made.values().removeIf(it -> it.live().refersTo(null));
        made.put(url, next);
        return next;
    }

    private Made make(LiveCatalog live) {
        var settings = live.settings();
        var scope = CacheScope.of(live);
        var meta = "\"" + ResultFrame.SERVER_INFO + "\":" + serverInfo(settings.info());
        return new Made(
                new WeakReference<>(live),
                ResultFrame.of(COMPLETE, scope.hint(TTL_MILLIS), CacheScope.PRIVATE.hint(0), meta),
                ResultFrame.of(INPUT_REQUIRED, "", "", meta),
                ResultFrame.of(TASK, "", "", meta),
                ResultFrame.of(ACKNOWLEDGED, "", "", meta),
                ShownExtensions.ALL.stream().collect(Collectors.toMap(it -> it, it -> discovery(settings, it))));
    }

    private static ObjectNode serverInfo(ServerInfo info) {
        var json = JsonMapper.shared().createObjectNode().put("name", info.name());
        info.title().ifPresent(title -> json.put("title", title));
        info.description().ifPresent(text -> json.put("description", text));
        json.put("version", info.version());
        info.websiteUrl().ifPresent(url -> json.put("websiteUrl", url));
        IconJson.put(json, info.icons());
        return json;
    }

    /** Declares all capabilities, because prompts and resources may be added while a client caches this. */
    private byte[] discovery(ServerSettings settings, ShownExtensions extensions) {
        var json = JsonMapper.shared().createObjectNode();
        var versions = json.putArray("supportedVersions");
        served.newestFirst().forEach(versions::add);
        var capabilities = json.putObject("capabilities");
        capabilities.putObject("tools").put("listChanged", true);
        capabilities.putObject("prompts").put("listChanged", true);
        capabilities.putObject("resources").put("listChanged", true).put("subscribe", true);
        capabilities.putObject("completions");
        capabilities.putObject("extensions").putObject(DeclaredCapabilities.TASKS);
        extensions.putInto(capabilities);
        settings.info().instructions().ifPresent(text -> json.put("instructions", text));
        return JsonMapper.shared().writeValueAsBytes(json);
    }
}
