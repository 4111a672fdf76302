package dev.hyperterse.cli.command.watch;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.cli.client.AnnouncedChanges;
import dev.hyperterse.cli.client.ConnectionFailure;
import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.print.Counted;
import dev.hyperterse.cli.terminal.BuildVersion;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.cli.upstream.UpstreamServer;
import dev.hyperterse.telemetry.logging.TerminalText;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Prints what a server announces, over as many connections as it takes. */
final class Watch {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final WatchedServer server;
    private final Map<String, String> headers;
    private final List<String> resources;
    private final PrintFormat format;
    private final Terminal terminal;
    private final Clock clock;
    private final Duration pause;
    private final Map<WatchedList, Map<String, JsonNode>> known = new EnumMap<>(WatchedList.class);
    private String lastFailure = "";

    /** @param pause before a lost connection is opened again; longer after each failure */
    Watch(
            WatchedServer server,
            Map<String, String> headers,
            List<String> resources,
            PrintFormat format,
            Terminal terminal,
            Clock clock,
            Duration pause) {
        this.server = server;
        this.headers = headers;
        this.resources = resources;
        this.format = format;
        this.terminal = terminal;
        this.clock = clock;
        this.pause = pause;
    }

    /** Until the thread is interrupted, or nothing reads the output any more. */
    void run() throws InterruptedException {
        for (var next = pause; ; Thread.sleep(next)) {
            next = connected() ? pause : shorter(next.multipliedBy(2), LONGEST_PAUSE);
            if (terminal.out().checkError()) {
                return;
            }
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** @return whether there was a connection, which has ended */
    private boolean connected() {
        var url = server.url();
        try (var changes = AnnouncedChanges.of(url, headers, BuildVersion.read().version(), resources)) {
            // After the subscription, so that no change lies between.
            begin(url, changes.refused());
            for (var next = changes.next(); next.isPresent(); next = changes.next()) {
                take(url, next.get());
                if (terminal.out().checkError()) {
                    return true;
                }
            }
            say(server.failed(url, "the stream of %s has ended".formatted(server.name())) + "; connecting again");
            return true;
        } catch (ConnectionFailure | CallFailure failure) {
            var reason = server.failed(url, failure.getMessage());
            if (known.isEmpty()) {
                throw new CommandFailure(ExitCode.UNAVAILABLE, reason, failure);
            }
            if (!reason.equals(lastFailure)) {
                say(reason + "; trying again");
            }
            lastFailure = reason;
            return false;
        }
    }

    private void begin(URI url, List<String> refused) {
        var first = known.isEmpty();
        if (first && !refused.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.PROBLEMS,
                    "%s announces no changes of %s; 'hyperterse read %1$s' lists its resources"
                            .formatted(server.name(), String.join(", ", refused)));
        }
        refused.forEach(uri -> say("the server announces no changes of %s any more".formatted(uri)));
        var listed = definitions(url, EnumSet.allOf(UpstreamDefinition.class));
        if (!first) {
            say("connected again");
        }
        lastFailure = "";
        for (var list : WatchedList.values()) {
            var now = list.named(listed);
            var before = known.put(list, now);
            var difference = WatchedList.Difference.between(first ? now : before, now);
            if (!difference.isNone()) {
                print(list, difference);
            }
        }
        if (first) {
            say(Arrays.stream(WatchedList.values())
                    .map(list -> Counted.of(known.get(list).size(), list.one()))
                    .collect(
                            Collectors.joining(", ", "watching %s: ".formatted(server.name()), "; Control-C ends it")));
        }
    }

    private void take(URI url, JsonNode notification) {
        var method = notification.path("method").asString("");
        if (method.equals("notifications/resources/updated")) {
            print(notification.at("/params/uri").asString(""));
            return;
        }
        WatchedList.of(method).ifPresent(list -> {
            try {
                var now = list.named(definitions(url, list.kinds()));
                print(list, WatchedList.Difference.between(known.put(list, now), now));
            } catch (CallFailure failed) {
                say("the %s have changed, and cannot be listed: %s".formatted(list.word(), failed.getMessage()));
            }
        });
    }

    private Map<UpstreamDefinition, List<JsonNode>> definitions(URI url, Set<UpstreamDefinition> kinds) {
        return new UpstreamServer(url, headers).definitions(kinds);
    }

    private void print(WatchedList list, WatchedList.Difference difference) {
        if (format == PrintFormat.JSON) {
            var line = JsonMapper.shared().createObjectNode();
            line.put("time", clock.instant().toString()).put("list", list.word());
            difference.added().forEach(line.putArray("added")::add);
            difference.removed().forEach(line.putArray("removed")::add);
            difference.changed().forEach(line.putArray("changed")::add);
            terminal.printJson(line.toString());
            return;
        }
        var names = Stream.of(
                        marked("+ ", difference.added()),
                        marked("- ", difference.removed()),
                        marked("~ ", difference.changed()))
                .flatMap(it -> it)
                .collect(Collectors.joining(", "));
        terminal.out().println(at(list.word() + ": " + (names.isEmpty() ? "announced; the list is the same" : names)));
    }

    private static Stream<String> marked(String mark, List<String> names) {
        return names.stream().map(mark::concat);
    }

    private void print(String resource) {
        if (format == PrintFormat.JSON) {
            var line = JsonMapper.shared().createObjectNode();
            terminal.printJson(line.put("time", clock.instant().toString())
                    .put("resource", resource)
                    .toString());
            return;
        }
        terminal.out().println(at("resource: ~ " + resource));
    }

    private void say(String sentence) {
        terminal.err().println(at(sentence));
    }

    /** On one line, as names and reasons are those of the server. */
    private String at(String text) {
        return "%s  %s".formatted(TIME.format(LocalTime.now(clock)), TerminalText.quoted(text.replaceAll("\\s+", " ")));
    }
}
