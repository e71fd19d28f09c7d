ALTER TABLE "job" ADD COLUMN "again_of" uuid;--> statement-breakpoint
CREATE INDEX "job_again" ON "job" USING btree ("again_of") WHERE again_of is not null;