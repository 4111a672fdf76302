package dev.hyperterse.compiler.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.store.Redis;
import dev.hyperterse.testbed.store.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The list of commands against the table of the engine itself. */
@ExtendWith(Redis.class)
class KnownCommandsIT {
    private final RedisServer server;

    KnownCommandsIT(RedisServer server) {
        this.server = server;
    }

    @Test
    void engineFlagsAgreeWithKnownCommands() {
        var compared = new ArrayList<String>();
        for (var command : KnownCommands.all()) {
            flags(command.name()).ifPresent(flags -> {
                compared.add(command.name());
                assertThat(flags).as(command.name()).contains(command.writes() ? "write" : "readonly");
                assertThat(flags).as(command.name()).doesNotContain("admin", "noscript", "pubsub");
            });
        }
        assertThat(compared).as("commands that the engine has").hasSizeGreaterThan(140);
    }

    @Test
    void keysAreWhereTheEngineHasThem() {
        for (var command : KnownCommands.all()) {
            // The table has no position for keys behind their number, and none of subcommands.
            if (command.words() == 1) {
                firstKey(command.name()).filter(key -> key > 0).ifPresent(key -> assertThat(command.key())
                        .as(command.name())
                        .isEqualTo(command.readsStreams() ? Optional.empty() : Optional.of(key)));
            }
        }
    }

    private Optional<List<String>> flags(String name) {
        return info(name).map(info -> info.subList(2, info.size() - 3));
    }

    private Optional<Integer> firstKey(String name) {
        return info(name).flatMap(info -> info.stream()
                .filter(item -> item.matches("-?[0-9]+"))
                .skip(1)
                .map(Integer::valueOf)
                .findFirst());
    }

    /** Name, arity, flags, first key, last key, step; of a command with subcommands its own. */
    private Optional<List<String>> info(String name) {
        var reply = server.command("COMMAND", "INFO", name.split(" ")[0]);
        return reply.isEmpty() || name.contains(" ") ? Optional.empty() : Optional.of(List.of(reply.split(",")));
    }
}
