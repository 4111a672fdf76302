package dev.hyperterse.cli.agent;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A client that people install, by the name that {@code connect} knows. */
public enum Agent {
    CLAUDE_CODE("claude-code", "Claude Code", new JsonEntries("mcpServers", "url", true)),
    CLAUDE_DESKTOP("claude-desktop", "Claude Desktop", new JsonEntries("mcpServers", "url", false)),
    VSCODE("vscode", "VS Code", new JsonEntries("servers", "url", true)),
    CURSOR("cursor", "Cursor", new JsonEntries("mcpServers", "url", false)),
    CODEX("codex", "Codex", new TomlEntries()),
    GEMINI("gemini", "Gemini CLI", new JsonEntries("mcpServers", "httpUrl", false)),
    GOOSE("goose", "Goose", new GooseEntries());

    private final String spelling;
    private final String title;
    private final Entries entries;

    Agent(String spelling, String title, Entries entries) {
        this.spelling = spelling;
        this.title = title;
        this.entries = entries;
    }

    public static Optional<Agent> of(String spelling) {
        return Arrays.stream(values())
                .filter(agent -> agent.spelling.equals(spelling))
                .findFirst();
    }

    public static List<String> spellings() {
        return Arrays.stream(values()).map(agent -> agent.spelling).toList();
    }

    /** As {@code connect} takes it. */
    public String spelling() {
        return spelling;
    }

    public String title() {
        return title;
    }

    /** The format of its file. */
    public Entries entries() {
        return entries;
    }

    /** Whether it connects to servers of its file by a URL; Claude Desktop takes URLs in its settings only. */
    public boolean takesUrls() {
        return this != CLAUDE_DESKTOP;
    }

    /**
     * The file that it reads.
     *
     * @param project the current folder
     */
    public Path file(Path home, Path project, String system) {
        return switch (this) {
            case CLAUDE_CODE -> project.resolve(".mcp.json");
            case VSCODE -> project.resolve(".vscode/mcp.json");
            case CLAUDE_DESKTOP ->
                home.resolve(
                        system.startsWith("Mac")
                                ? "Library/Application Support/Claude/claude_desktop_config.json"
                                : ".config/Claude/claude_desktop_config.json");
            case CURSOR -> home.resolve(".cursor/mcp.json");
            case CODEX -> home.resolve(".codex/config.toml");
            case GEMINI -> home.resolve(".gemini/settings.json");
            case GOOSE -> home.resolve(".config/goose/config.yaml");
        };
    }

    /** The next step once the file is written. */
    public String next() {
        return switch (this) {
            case CLAUDE_CODE -> "claude mcp list shows it; the first start in this folder asks for consent";
            case CLAUDE_DESKTOP -> "restart Claude Desktop";
            case VSCODE -> "start it in the file, or with 'MCP: List Servers'";
            case CURSOR -> "switch it on in the settings of Cursor";
            case CODEX -> "codex mcp list shows it";
            case GEMINI -> "gemini mcp list shows it";
            case GOOSE -> "the next session of Goose has it";
        };
    }
}
