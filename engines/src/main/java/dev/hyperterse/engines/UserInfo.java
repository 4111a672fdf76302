package dev.hyperterse.engines;

import java.util.Optional;

/** The user and password that a URL may carry, as in {@code postgresql://user:password@host/database}. */
public record UserInfo(Optional<String> user, Optional<String> password) {
    public static UserInfo of(String url) {
        var from = begin(url);
        var end = end(url, from);
        if (end < 0) {
            return new UserInfo(Optional.empty(), Optional.empty());
        }
        var parts = url.substring(from, end).split(":", 2);
        return new UserInfo(Optional.of(parts[0]), parts.length == 2 ? Optional.of(parts[1]) : Optional.empty());
    }

    public static String without(String url) {
        var from = begin(url);
        var end = end(url, from);
        return end < 0 ? url : url.substring(0, from) + url.substring(end + 1);
    }

    private static int begin(String url) {
        var scheme = url.indexOf("://");
        return scheme < 0 ? 0 : scheme + 3;
    }

    /** The index of the at sign; -1 without one before the path. */
    private static int end(String url, int from) {
        var path = url.indexOf('/', from);
        return url.substring(0, path < 0 ? url.length() : path).lastIndexOf('@');
    }

    @Override
    public String toString() {
        return "UserInfo[]";
    }
}
