package dev.hyperterse.compiler.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.hyperterse.catalog.server.CacheSettings;
import dev.hyperterse.compiler.access.CompiledRules;
import dev.hyperterse.compiler.leaf.link.ResultDefaults;
import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.Environment;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.server.adapter.AdapterCompiler;
import dev.hyperterse.compiler.server.adapter.AdapterOwner;
import dev.hyperterse.compiler.server.setting.Measures;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter;
import dev.hyperterse.crds.v1alpha1.adapter.Pool;
import dev.hyperterse.crds.v1alpha1.server.Limits;
import dev.hyperterse.crds.v1alpha1.server.Search;
import dev.hyperterse.crds.v1alpha1.server.ServerCache;
import dev.hyperterse.crds.v1alpha1.server.ServerResult;
import dev.hyperterse.crds.v1alpha1.server.Sessions;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The defaults that the guide and the API's own descriptions name are those that an empty server is compiled to. */
class DefaultsPageTest {
    private static final Path PAGE = Path.of("../docs/reference/limits.md");
    private static final String HEAD = "| field | default | when it is reached |";
    private static final Pattern FIELD = Pattern.compile("`([\\w.\\[\\]]+)`");
    private static final Pattern MEASURE = Pattern.compile("^\\s*([0-9]+(?:ms|s|m|h|Ki|Mi|Gi)?)\\b");
    private static final Pattern DESCRIBED = Pattern.compile("Default ([0-9]+(?:ms|s|m|h|Ki|Mi|Gi)?)\\b");

    private static final Map<String, Class<? extends Record>> SECTIONS = Map.of(
            "limits.", Limits.class,
            "result.", ServerResult.class,
            "sessions.", Sessions.class,
            "search.", Search.class,
            "cache.", ServerCache.class,
            "adapters[].", Adapter.class,
            "adapters[].pool.", Pool.class);

    @Test
    void thePageNamesTheDefaultsThatAreCompiled() throws IOException {
        var written = new TreeMap<String, Long>();
        Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.equals(HEAD))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .forEach(row -> written.putAll(defaults(row)));
        assertThat(written).isEqualTo(compiled());
    }

    @Test
    void theDescriptionsOfTheApiNameTheDefaultsThatAreCompiled() {
        var described = new TreeMap<String, Long>();
        SECTIONS.forEach((prefix, section) -> Arrays.stream(section.getRecordComponents())
                .forEach(component -> DESCRIBED
                        .matcher(component
                                .getAccessor()
                                .getAnnotation(JsonPropertyDescription.class)
                                .value())
                        .results()
                        .forEach(found -> described.put(prefix + component.getName(), number(found.group(1))))));
        assertThat(described).isEqualTo(compiled());
    }

    /** One row names several fields of one parent; one whose default is no number is not compared. */
    private static Map<String, Long> defaults(String row) {
        var cells = row.split("\\|");
        var fields = FIELD.matcher(cells[1]).results().map(it -> it.group(1)).toList();
        var values = cells[2].split(",");
        var parent = fields.getFirst().substring(0, fields.getFirst().lastIndexOf('.') + 1);
        var defaults = new TreeMap<String, Long>();
        for (var index = 0; index < fields.size(); index++) {
            var name = index == 0 ? fields.getFirst() : parent + fields.get(index);
            MEASURE.matcher(values[index])
                    .results()
                    .map(MatchResult::group)
                    .forEach(value -> defaults.put(name, number(value.strip())));
        }
        return defaults;
    }

    private static Map<String, Long> compiled() {
        var sections =
                new SectionsCompiler(read("{}", HyperterseServerSpec.class), Optional.empty(), new ArrayList<>());
        var limits = sections.limits();
        var sessions = sections.sessions();
        var search = sections.search(false, false);
        var adapter = adapter();
        var defaults = new TreeMap<String, Long>();
        defaults.put("limits.maxRequestSize", limits.maxRequestSize());
        defaults.put("limits.maxResultSize", limits.maxResultSize());
        defaults.put("limits.bufferSize", limits.bufferSize());
        defaults.put("limits.callTimeout", limits.callTimeoutMillis());
        defaults.put("limits.taskTimeout", limits.taskMillis(Optional.empty()));
        defaults.put("limits.concurrentCalls", (long) limits.concurrentCalls());
        defaults.put("limits.streams", (long) limits.streams());
        defaults.put("sessions.maxAge", sessions.maxAgeMillis());
        defaults.put("sessions.idleTimeout", sessions.idleTimeoutMillis());
        defaults.put("result.maxRows", (long) ResultDefaults.STANDARD.maxRows());
        defaults.put("result.maxTokens", (long) ResultDefaults.STANDARD.maxTokens());
        defaults.put("search.limit", (long) search.limit());
        defaults.put("cache.ttl", CacheSettings.DEFAULT.ttlMillis());
        defaults.put("cache.maxSize", CacheSettings.DEFAULT.maxSize());
        defaults.put("adapters[].maxRows", (long) adapter.maxRows());
        defaults.put("adapters[].statementTimeout", adapter.statementTimeoutMillis());
        defaults.put("adapters[].pool.maxSize", (long) adapter.pool().maxSize());
        defaults.put("adapters[].pool.minIdle", (long) adapter.pool().minIdle());
        defaults.put("adapters[].pool.connectionTimeout", adapter.pool().connectionTimeoutMillis());
        defaults.put("adapters[].pool.idleTimeout", adapter.pool().idleTimeoutMillis());
        defaults.put("adapters[].pool.maxLifetime", adapter.pool().maxLifetimeMillis());
        return defaults;
    }

    private static dev.hyperterse.catalog.server.adapter.Adapter adapter() {
        var written = read("{\"name\": \"db\", \"engine\": \"Sqlite\", \"url\": \":memory:\"}", Adapter.class);
        return new AdapterCompiler(
                        References.ofServer(Documents.none(), "shop"),
                        new Environment(Map.of()),
                        AdapterOwner.of("shop", Optional.empty()),
                        new CompiledRules(Map.of()))
                .compile(written, "spec.adapters[0]")
                .valid()
                .orElseThrow()
                .adapter();
    }

    private static <T> T read(String json, Class<T> type) {
        try {
            return ApiSerialization.mapper().readValue(json, type);
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(json, malformed);
        }
    }

    private static long number(String text) {
        return Measures.millis(text)
                .or(() -> Measures.bytes(new Quantity(text)))
                .orElseThrow();
    }
}
