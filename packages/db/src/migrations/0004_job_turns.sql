DROP INDEX "job_pending";--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "job_turn" ON "job" USING btree ("step_id","state","turn") WHERE state in ('Pending', 'Processing');--> statement-breakpoint
CREATE INDEX "job_turn_of_owner" ON "job" USING btree ("step_id","owner_id","turn") WHERE state = 'Pending';