package dev.hyperterse.operator.registry;

import dev.hyperterse.catalog.server.CardText;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.server.ServerInfo;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.crds.v1alpha1.shared.Icon;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server as registries describe it (server.json of 2025-12-11). It has one version, that of its spec.
 *
 * @param name namespace and name of the object behind the name of the publisher
 * @param url under which clients outside the cluster reach it
 */
record ListedServer(String name, String url, HyperterseServer server) {
    private static final String SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
    private static final String OFFICIAL = "io.modelcontextprotocol.registry/official";
    private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]+)}");
    private static final Set<String> ICON_TYPES =
            Set.of("image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp");
    private static final int LONGEST_ICON = 255;

    /**
     * Empty if clients outside the cluster do not reach the server.
     *
     * @param publisher the part of its name before the slash
     */
    static Optional<ListedServer> of(String publisher, HyperterseServer server) {
        var metadata = server.getMetadata();
        return Optional.ofNullable(server.getStatus())
                .filter(_ -> metadata.getDeletionTimestamp() == null)
                .flatMap(HyperterseServerStatus::publicUrl)
                .map(url -> new ListedServer(
                        "%s/%s.%s".formatted(publisher, metadata.getNamespace(), metadata.getName()), url, server));
    }

    String version() {
        return info(ServerInfo::version).orElse("1.0.0");
    }

    /**
     * When its catalog was published, or its state or the object itself changed last: a server can become reachable, or get
     * the label by which it is listed, long after the former.
     */
    Instant updated() {
        var status = server.getStatus();
        var published = status.revision().flatMap(HyperterseServerStatus.Revision::publishedAt);
        var changed = status.conditions().stream().map(Condition::lastTransitionTime);
        var edited = server.getMetadata().getManagedFields().stream()
                .filter(entry -> entry.getSubresource() == null && entry.getTime() != null)
                .map(ManagedFieldsEntry::getTime);
        return Stream.of(published.stream(), changed, edited)
                .flatMap(times -> times)
                .flatMap(time -> time(time).stream())
                .filter(created()::isBefore)
                .max(Comparator.naturalOrder())
                .orElseGet(this::created);
    }

    private Instant created() {
        return time(server.getMetadata().getCreationTimestamp()).orElse(Instant.EPOCH);
    }

    /** Empty where it cannot be read: other controllers may write conditions, and one server must not fail the page. */
    private static Optional<Instant> time(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }

    private <T> Optional<T> info(Function<ServerInfo, Optional<T>> member) {
        return server.getSpec().serverInfo().flatMap(member);
    }

    private Optional<String> text(Function<ServerInfo, Optional<String>> member) {
        return CardText.of(info(member));
    }

    ObjectNode json() {
        var entry = JsonMapper.shared().createObjectNode();
        var described = entry.putObject("server").put("$schema", SCHEMA).put("name", name);
        var title = text(ServerInfo::title);
        title.ifPresent(text -> described.put("title", text));
        described.put(
                "description", text(ServerInfo::description).or(() -> title).orElseGet(this::origin));
        described.put("version", version());
        info(ServerInfo::websiteUrl).ifPresent(page -> described.put("websiteUrl", page));
        putIcons(described);
        putRemote(described);
        entry.putObject("_meta")
                .putObject(OFFICIAL)
                .put("status", "active")
                .put("statusChangedAt", created().toString())
                .put("publishedAt", created().toString())
                .put("updatedAt", updated().toString())
                .put("isLatest", true);
        return entry;
    }

    /** With a URL that has segments, clients ask their users for these. */
    private void putRemote(ObjectNode described) {
        var remote = described.putArray("remotes").addObject();
        remote.put("type", "streamable-http").put("url", url);
        VARIABLE.matcher(url).results().forEach(variable -> remote.withObject("variables")
                .putObject(variable.group(1))
                .put("isRequired", true));
    }

    private String origin() {
        var metadata = server.getMetadata();
        return CardText.cut("The server %s of namespace %s".formatted(metadata.getName(), metadata.getNamespace()));
    }

    /** Those that a registry may show: they have an address, which is https, and a type that browsers show. */
    private void putIcons(ObjectNode described) {
        var icons = info(it -> Optional.of(it.icons())).orElse(List.of()).stream()
                .filter(icon -> icon.src().startsWith("https://") && icon.src().length() <= LONGEST_ICON)
                .filter(icon -> icon.mimeType().stream().allMatch(ICON_TYPES::contains))
                .toList();
        if (!icons.isEmpty()) {
            var array = described.putArray("icons");
            icons.forEach(icon -> put(icon, array.addObject()));
        }
    }

    private static void put(Icon icon, ObjectNode json) {
        json.put("src", icon.src());
        icon.mimeType().ifPresent(type -> json.put("mimeType", type));
        if (!icon.sizes().isEmpty()) {
            icon.sizes().forEach(json.withArray("sizes")::add);
        }
        icon.theme()
                .filter(theme -> theme != Icon.Theme.Unrecognized)
                .ifPresent(theme -> json.put("theme", theme.name().toLowerCase(Locale.ROOT)));
    }
}
