package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.search.EntryToolNames;
import dev.hyperterse.search.CatalogWords;
import java.util.stream.Collectors;

/** The descriptions of the entry tools: how many tools there are, what they are about, and how to call them. */
public final class EntryToolTexts {
    /** Clients cut the instructions of a server, and the description of a tool, at so many characters. */
    private static final int MOST = 2_048;

    private final EntryToolNames names;
    private final CatalogWords words;
    private final int tools;
    private final int changing;
    private final int room;

    /** @param program length of the description of the entry tool that takes programs */
    EntryToolTexts(ServerSettings settings, CatalogWords words, int tools, int changing, int program) {
        this.names = settings.search().entryTools();
        this.words = words;
        this.tools = tools;
        this.changing = changing;
        this.room = room(settings) - program;
    }

    /** The characters that the instructions of the server leave to descriptions. */
    public static int room(ServerSettings settings) {
        return MOST - settings.info().instructions().map(String::length).orElse(0);
    }

    String search() {
        var how = " Say in plain words what is to be done. Returns each tool's name, what it does, and the inputs that "
                + names.execute()
                + names.change().map(name -> " or " + name).orElse("") + " needs.";
        var what = "Search the %s of this server for those that fit an intent.".formatted(counted(tools));
        int left = room
                - what.length()
                - how.length()
                - execute().length()
                - names.change().map(_ -> change().length()).orElse(0);
        return what + fitting(left, groups(), words()) + how;
    }

    /** The sentences, in their order, that fit together. */
    private static String fitting(int room, String... sentences) {
        var text = new StringBuilder();
        for (var sentence : sentences) {
            if (text.length() + sentence.length() <= room) {
                text.append(sentence);
            }
        }
        return text.toString();
    }

    private String groups() {
        return words.groups().isEmpty()
                ? ""
                : words.groups().stream()
                        .map(group -> group.subject() + " (" + group.tools() + ")")
                        .collect(Collectors.joining(", ", " Most are about ", "."));
    }

    private String words() {
        return words.words().isEmpty() ? "" : " They speak of " + String.join(", ", words.words()) + ".";
    }

    String execute() {
        var what = names.change().isPresent()
                ? "Execute a tool that only reads, by the name that %s returned, with its inputs, and return its result."
                        .formatted(names.search())
                : "Execute a tool of this server by the name that %s returned, with its inputs, and return its result."
                        .formatted(names.search());
        return what + effects();
    }

    private String effects() {
        if (names.change().isPresent()) {
            return changing == 0
                    ? ""
                    : " The tools that change data are for " + names.change().get() + ".";
        }
        return changing == 0
                ? " All tools only read."
                : " %d of %s may change data.".formatted(changing, counted(tools));
    }

    String change() {
        return "Execute a tool that changes data, one of the %d that are not read-only, by the name that %s returned, with its inputs, and return its result."
                .formatted(changing, names.search());
    }

    private static String counted(int tools) {
        return tools + (tools == 1 ? " tool" : " tools");
    }
}
