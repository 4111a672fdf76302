-- Health of a HyperterseServer, Tool, Prompt or Resource from its conditions, as kstatus reads them:
-- Stalled needs an edit, Ready is as this generation asks for, anything else is still under way.
local health = { status = "Progressing", message = "Waiting for the operator" }

if obj.metadata.deletionTimestamp ~= nil then
  health.message = "Being deleted"
  return health
end
if obj.status == nil or obj.status.conditions == nil then
  return health
end
if obj.status.observedGeneration ~= nil and obj.status.observedGeneration ~= obj.metadata.generation then
  health.message = "Waiting for the operator to evaluate the newest edit"
  return health
end

local ready = nil
for _, condition in ipairs(obj.status.conditions) do
  -- A condition of an older generation says nothing about this one.
  local current = condition.observedGeneration == nil or condition.observedGeneration == obj.metadata.generation
  if current and condition.type == "Stalled" and condition.status == "True" then
    health.status = "Degraded"
    health.message = (condition.reason or "Stalled") .. ": " .. (condition.message or "")
    return health
  end
  if current and condition.type == "Ready" then
    ready = condition
  end
end

if ready ~= nil then
  health.message = (ready.reason or "Ready") .. ": " .. (ready.message or "")
  if ready.status == "True" then
    health.status = "Healthy"
    -- Nobody serves it, as its author wants. A server scaled to zero is healthy, as a Deployment without replicas is.
    if ready.reason == "Suspended" then
      health.status = "Suspended"
    end
  end
end
return health
