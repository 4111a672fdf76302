package dev.hyperterse.runtime.adapter;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which data an adapter leads to. A call ends on the data that it was admitted for, so a tool is linked with an address
 * and never runs on another one.
 *
 * @param location without credentials
 * @param content what a database is made of that the adapter makes itself
 * @param parameters those that decide which host answers, or what a name in a statement means
 */
public record AdapterAddress(
        String engine, Optional<String> location, Optional<String> content, Map<String, String> parameters) {

    public static AdapterAddress of(Adapter adapter, ValueSet values) {
        return switch (adapter.engine()) {
            case Engine.Postgres postgres ->
                new AdapterAddress(
                        "postgres",
                        values.find(postgres.url()).map(UserInfo::without),
                        Optional.empty(),
                        leading(postgres.parameters()));
            case Engine.Sqlite sqlite ->
                new AdapterAddress(
                        "sqlite", values.find(sqlite.url()), sqlite.initSql().flatMap(values::find), Map.of());
        };
    }

    private static Map<String, String> leading(Map<String, String> parameters) {
        var leading = new TreeMap<>(parameters);
        leading.keySet().removeIf(name -> switch (name) {
            case "currentSchema", "loadBalanceHosts", "targetServerType" -> false;
            default -> true;
        });
        return leading;
    }

    /** The engine alone: an address may be printed by accident. */
    @Override
    public String toString() {
        return "AdapterAddress[" + engine + "]";
    }

    /** The user and password that a URL may carry, as in {@code postgresql://user:password@host/database}. */
    record UserInfo(Optional<String> user, Optional<String> password) {
        public static UserInfo of(String url) {
            var from = begin(url);
            var end = end(url, from);
            if (end < 0) {
                return new UserInfo(Optional.empty(), Optional.empty());
            }
            var parts = url.substring(from, end).split(":", 2);
            return new UserInfo(Optional.of(parts[0]), parts.length == 2 ? Optional.of(parts[1]) : Optional.empty());
        }

        static String without(String url) {
            var from = begin(url);
            var end = end(url, from);
            return end < 0 ? url : url.substring(0, from) + url.substring(end + 1);
        }

        private static int begin(String url) {
            var scheme = url.indexOf("://");
            return scheme < 0 ? 0 : scheme + 3;
        }

        /** Where the at sign is; -1 without one before the path. */
        private static int end(String url, int from) {
            var path = url.indexOf('/', from);
            return url.substring(0, path < 0 ? url.length() : path).lastIndexOf('@');
        }

        @Override
        public String toString() {
            return "UserInfo[]";
        }
    }
}
