package dev.hyperterse.runtime.mcp.modern.task;

/** The states of a task. */
public enum TaskStatus {
    WORKING("working"),
    INPUT_REQUIRED("input_required"),
    COMPLETED("completed"),
    FAILED("failed"),
    CANCELLED("cancelled");

    private final String spelling;

    TaskStatus(String spelling) {
        this.spelling = spelling;
    }

    public String spelling() {
        return spelling;
    }
}
