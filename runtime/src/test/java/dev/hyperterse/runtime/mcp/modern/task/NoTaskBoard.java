package dev.hyperterse.runtime.mcp.modern.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The board of a replica without others. */
public record NoTaskBoard() implements TaskBoard {
    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public boolean answers() {
        return false;
    }

    @Override
    public Optional<List<Message>> show(String task, String state, Duration keep, List<Done> done) {
        return Optional.empty();
    }

    @Override
    public boolean remove(String task) {
        return true;
    }

    @Override
    public Optional<String> look(String task) {
        return Optional.empty();
    }

    @Override
    public boolean send(String task, Message message) {
        return false;
    }

    @Override
    public Fate fate(String task, String message) {
        return Fate.UNKNOWN;
    }
}
