package dev.hyperterse.cli.init.address;

import dev.hyperterse.cli.init.schema.SqlEngine;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The keywords of PostgreSQL's own clients: {@code host=localhost dbname=shop user=reader}. */
final class Keywords {
    private static final Pattern PAIR = Pattern.compile(
            "\\s*(?<name>[a-z_]+)\\s*=\\s*(?:'(?<quoted>(?:[^'\\\\]|\\\\.)*+)'|(?<plain>[^'\\s]*))\\s*");

    private Keywords() {}

    static boolean are(String text) {
        return Pattern.compile("(?:%s)+".formatted(PAIR.pattern().replaceAll("\\(\\?<[a-z]+>", "(")))
                .matcher(text)
                .matches();
    }

    static DatabaseAddress address(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        PAIR.matcher(text)
                .results()
                .forEach(pair -> values.put(
                        pair.group("name"),
                        pair.group("quoted") == null
                                ? pair.group("plain")
                                : pair.group("quoted").replaceAll("\\\\(.)", "$1")));
        var host = taken(values, "host", taken(values, "hostaddr", "localhost"));
        var port = taken(values, "port", "5432");
        var name = taken(values, "dbname", values.getOrDefault("user", ""));
        if (host.startsWith("/")) {
            return ServerUrl.of(SqlEngine.POSTGRES, "postgresql", "///" + encoded(name));
        }
        return ServerUrl.of(
                SqlEngine.POSTGRES,
                "postgresql",
                "//%s:%s/%s?%s"
                        .formatted(
                                host.contains(":") ? "[" + host + "]" : host,
                                port,
                                encoded(name),
                                values.entrySet().stream()
                                        .map(it -> it.getKey() + "=" + encoded(it.getValue()))
                                        .collect(Collectors.joining("&"))));
    }

    private static String taken(Map<String, String> values, String name, String other) {
        var value = values.remove(name);
        return value == null || value.isEmpty() ? other : value;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
